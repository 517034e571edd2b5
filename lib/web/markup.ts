import { html, raw } from 'hono/html';

/** Markup whose every interpolated text was escaped. */
export type Html = ReturnType<typeof html>;

export { html };

/** A style sheet, script or other text of our own source; never for anything that came from outside. */
export function ownText(text: string): Html {
  return raw(text);
}

/** Nothing at all, for the other branch of a condition. */
export const nothing: Html = raw('');
