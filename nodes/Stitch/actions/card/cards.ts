import type { PagedList } from '../../transport/restPaging';

/** The stored cards; the service lists them for one `payerId` only (companion spec 4.1). */
export const cards: PagedList = { path: '/cards', pageSize: 50 };
