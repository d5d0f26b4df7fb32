/** Hours by which the clocks are ahead of UTC where it is noon now. */
const ahead = 12 - new Date().getUTCHours();

/**
 * A time zone in which it is noon now, for what counts in days or months: none of them ends while a test runs.
 * An IANA name, in which the sign is that of the other direction.
 */
export const NOON_ZONE = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
