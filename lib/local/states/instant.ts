const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Epoch milliseconds of an RFC 3339 timestamp with capital T and offset; undefined for anything else. */
export function readTimestamp(text: string): number | undefined {
  const parts = rfc3339.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  // Date.parse rolls 31 April over into May, which would wait for a day that nobody wrote.
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const millis = Date.parse(text);
  return Number.isNaN(millis) ? undefined : millis;
}
