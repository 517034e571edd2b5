import { type Context, Hono } from 'hono';
import { type Html, html } from '../markup.ts';
import { foreignSender } from '../page-sender.ts';
import { reportPage } from '../report-page.ts';
import { deskDocument } from './desk-document.ts';
import { readAdvance, readBack, readStart } from './desk-forms.ts';
import { deskHeaders, mailHeaders, reportHeaders } from './desk-headers.ts';
import { homeView } from './home-view.ts';
import { mailList, mailView, topicList } from './mail-view.ts';
import type { DeskPorts } from './ports.ts';
import { runToCome, runView } from './run-view.ts';

/** The desk: starts runs, shows mails, tells runs from their ledgers and moves the clock. For this machine only. */
export function deskPage(ports: DeskPorts): Hono {
  const app = new Hono();

  app.use(async (c, next) => {
    // A site whose name was pointed at this machine must not read mails through somebody's browser.
    if (!isLoopback(c.req.raw)) return c.text('The desk answers to localhost and 127.0.0.1 only.', 421, deskHeaders);
    await next();
    for (const [name, value] of Object.entries(headersFor(c))) c.res.headers.set(name, value);
  });

  app.get('/', async (c) => {
    const [runs, stoppedSince] = await Promise.all([ports.runs(), ports.stoppedSince()]);
    return page(c, { title: 'Runs', body: homeView(ports.example, { runs, stoppedSince, now: isoNow() }) });
  });

  app.get('/runs/:runId', async (c) => {
    const runId = c.req.param('runId');
    const story = await ports.run(runId);
    if (story === undefined) return page(c, { title: 'Run', body: runToCome(runId) });
    const [verification, mails] = await Promise.all([ports.verify(runId), ports.mails()]);
    return page(c, { title: 'Run', body: runView(story, { verification, mails, now: isoNow() }) });
  });

  app.get('/runs/:runId/report', async (c) => {
    const report = await ports.report(c.req.param('runId'));
    return report === undefined ? notThere(c) : c.html(reportPage(report));
  });

  app.get('/mails', async (c) => page(c, { title: 'Mails', body: mailList(await ports.mails()) }));

  app.get('/mails/:id', async (c) => {
    const mail = (await ports.mails()).find(({ id }) => id === c.req.param('id'));
    return mail === undefined ? notThere(c) : page(c, { title: 'Mail', body: mailView(mail) });
  });

  app.get('/topics', async (c) => page(c, { title: 'Topics', body: topicList(await ports.topicMessages()) }));

  app.post('/runs', async (c) => {
    if (foreignSender(c.req.raw, undefined)) return foreign(c);
    const { start, problem } = readStart(await c.req.formData(), ports.example);
    if (start === undefined) return complain(c, problem);
    const { runId } = await ports.startRun(start);
    return c.redirect(`/runs/${encodeURIComponent(runId)}`, 303);
  });

  app.post('/clock', async (c) => {
    if (foreignSender(c.req.raw, undefined)) return foreign(c);
    const form = await c.req.formData();
    const { ms, problem } = readAdvance(form, { now: ports.now(), runs: await ports.runs() });
    if (ms === undefined) return complain(c, problem);
    await ports.advanceClock(ms);
    return c.redirect(readBack(form), 303);
  });

  app.notFound(notThere);
  app.onError((error, c) => {
    ports.failed?.(error);
    return complain(c, 'Something went wrong on this machine; the terminal that runs the desk says what.', 500);
  });

  return app;

  function page(
    c: Context,
    shown: { readonly title: string; readonly body: Html },
    status: 200 | 400 | 403 | 404 | 500 = 200,
  ) {
    const { now, example } = ports;
    return c.html(deskDocument({ ...shown, path: c.req.path, now: now(), example: example.name }), status);
  }

  function complain(c: Context, problem: string | undefined, status: 400 | 403 | 500 = 400) {
    const body = html`<h1>That did not work</h1><p class="lead">${problem}</p><p><a href="/">Back to the runs</a></p>`;
    return page(c, { title: 'Problem', body }, status);
  }

  function foreign(c: Context) {
    return complain(c, 'Only the desk itself may start runs and move the clock.', 403);
  }

  function notThere(c: Context) {
    return page(
      c,
      { title: 'Not here', body: html`<h1>There is no such page on the desk</h1><p><a href="/">To the runs</a></p>` },
      404,
    );
  }

  function isoNow(): string {
    return new Date(ports.now()).toISOString();
  }
}

// By what is answered and not by the path alone: a report that is not there is a page of the desk.
function headersFor({ req, res }: Context): Readonly<Record<string, string>> {
  if (/^\/mails\/./.test(req.path)) return mailHeaders;
  return /^\/runs\/[^/]+\/report$/.test(req.path) && res.status === 200 ? reportHeaders : deskHeaders;
}

function isLoopback(request: Request): boolean {
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);
}
