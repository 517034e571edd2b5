import { look } from './looked.ts';

const longestMs = 10_000;

/** What an address answers to a GET, and how far this machine's clock is ahead of the one that answered, in milliseconds. */
export function reach(url: string) {
  return look(async () => {
    const sentAt = Date.now();
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(longestMs) });
    const answeredAt = Date.now();
    const date = Date.parse(response.headers.get('date') ?? '');
    // The header has whole seconds, cut off: half a second more is right on average.
    const aheadMs = Number.isNaN(date) ? undefined : (sentAt + answeredAt) / 2 - (date + 500);
    return { url, status: response.status, ...(aheadMs === undefined ? {} : { aheadMs }) };
  });
}
