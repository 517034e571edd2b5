/**
 * The desk's only script: a second after the last answer it fetches the page it is on again and puts in what changed, so that forms
 * keep what was typed and opened parts stay open. The approval page has no script at all.
 */
export const liveScript = `
const parts = () => document.querySelectorAll('[data-live]');
const refresh = async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of parts()) {
    const next = fresh.getElementById(part.id);
    if (next === null || next.innerHTML === part.dataset.shown) continue;
    const open = [...part.querySelectorAll('details')].map((one) => one.open);
    part.dataset.shown = next.innerHTML;
    part.replaceChildren(...next.childNodes);
    part.querySelectorAll('details').forEach((one, index) => { if (open[index]) one.open = true; });
  }
};
for (const part of parts()) part.dataset.shown = part.innerHTML;
const wait = () => setTimeout(() => refresh().catch(() => {}).finally(wait), 1000);
wait();
`;
