import { z } from 'zod';
import { ApiError } from './api-error.ts';

/** The members by which a request asks for one page. 0 means the default, as on AWS. */
export const pageMembers = {
  maxResults: z.int().min(0).max(1000).optional(),
  nextToken: z.string().min(1).max(1024).optional(),
};

export type PageRequest = { readonly maxResults?: number | undefined; readonly nextToken?: string | undefined };

/** The items of one page (100 unless asked otherwise), and the token of the next. @throws ApiError for a strange token */
export function pageOf<Item>(items: readonly Item[], request: PageRequest) {
  const from = request.nextToken === undefined ? 0 : offsetIn(request.nextToken);
  const to = from + (request.maxResults || 100);
  return { items: items.slice(from, to), ...(to < items.length && { nextToken: tokenOf(to) }) };
}

function tokenOf(offset: number): string {
  return Buffer.from(`offset ${offset}`).toString('base64url');
}

function offsetIn(token: string): number {
  const offset = /^offset (\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  if (offset === undefined)
    throw new ApiError('InvalidToken', `Invalid Token: 'nextToken' did not come from this operation`);
  return Number(offset);
}
