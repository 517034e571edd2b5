import type { Page } from 'playwright-core';

/** What a page's looks and structure lack; empty when nothing does. */
export async function auditPage(page: Page): Promise<readonly string[]> {
  const [sideways, faint, structure] = await Promise.all([overflow(page), faintTexts(page), structureOf(page)]);
  return [...sideways, ...faint, ...structure];
}

/** Elements that stick out of the window sideways, as `tag.class`. */
async function overflow(page: Page): Promise<readonly string[]> {
  return page.locator('html').evaluate((root) => {
    const wide = root.scrollWidth > root.clientWidth;
    if (!wide) return [];
    const out = [...root.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > root.clientWidth + 1,
    );
    return [`${root.scrollWidth} px wide: ${out.map((one) => `${one.localName}.${one.className}`).join(' ')}`];
  });
}

/** Texts whose contrast to what is behind them is under 4.5 to 1 (WCAG 2.2, 1.4.3). */
async function faintTexts(page: Page): Promise<readonly string[]> {
  return page.locator('html').evaluate((root) => {
    const view = root.ownerDocument.defaultView;
    if (view === null) return ['no window'];
    const rgba = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = rgba(color).map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element: typeof root | null): string => {
      if (element === null) return 'rgb(255, 255, 255)';
      const color = view.getComputedStyle(element).backgroundColor;
      return rgba(color)[3] === 0 ? behind(element.parentElement) : color;
    };
    return [...root.querySelectorAll('body *')].flatMap((element) => {
      const text = [...element.childNodes]
        .filter((node) => node.nodeType === 3)
        .map((node) => node.textContent?.trim());
      if (text.join('') === '' || element.localName === 'script' || !element.checkVisibility()) return [];
      const [light = 0, dark = 0] = [luminance(view.getComputedStyle(element).color), luminance(behind(element))].sort(
        (a, b) => b - a,
      );
      const contrast = (light + 0.05) / (dark + 0.05);
      return contrast >= 4.5 ? [] : [`contrast ${contrast.toFixed(2)}: ${text.join(' ').slice(0, 60)}`];
    });
  });
}

/** Language, one main, one h1, headings without gaps, names for all controls, no id used twice. */
async function structureOf(page: Page): Promise<readonly string[]> {
  return page.locator('html').evaluate((root) => {
    const count = (selector: string) => root.querySelectorAll(selector).length;
    const levels = [...root.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.localName.slice(1)));
    const gaps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    const nameless = [
      ...root.querySelectorAll('input:not([type=hidden]), textarea, select, button, a, summary, iframe'),
    ].filter((one) => {
      const labels = 'labels' in one && one.labels !== null ? Array.from(one.labels as ArrayLike<unknown>) : [];
      return (one.textContent ?? '').trim() === '' && labels.length === 0 && !one.hasAttribute('title');
    });
    const named = [...root.querySelectorAll('[aria-labelledby], [aria-describedby]')].flatMap((one) =>
      ['aria-labelledby', 'aria-describedby'].flatMap((name) => one.getAttribute(name)?.split(' ') ?? []),
    );
    const ids = [...root.querySelectorAll('[id]')].map((one) => one.id);
    return [
      ...(['en', 'ja'].includes(root.getAttribute('lang') ?? '') ? [] : ['no lang']),
      ...(count('main') === 1 ? [] : ['not one main']),
      ...(count('h1') === 1 ? [] : [`${count('h1')} h1`]),
      ...gaps.map((level) => `a gap before an h${level}`),
      ...nameless.map((one) => `without a name: ${one.outerHTML.slice(0, 80)}`),
      ...named.filter((id) => !root.querySelector(`[id="${id}"]`)).map((id) => `no such id: ${id}`),
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id used twice: ${id}`),
    ];
  });
}
