import type { PagedList } from '../../transport/restPaging';

/** The refunds of the client (companion spec 4.3). */
export const refunds: PagedList = { path: '/refunds', pageSize: 50 };
