import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page that is serious or worse, a line each: the rule and where. */
export async function seriousByAxe(page: Page): Promise<readonly string[]> {
  // It is there still where only the document was written anew.
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(source);
  return page.evaluate(
    // The places of what passes are not worked out: nobody reads them, and it takes most of the time.
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  );
}
