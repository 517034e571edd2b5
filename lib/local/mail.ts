import type { Listening } from './http-server.ts';
import { type AcceptedMail, acceptedMailShape } from './mail-events.ts';
import type { MailThread } from './mail-thread.ts';
import { type DeskLog, startThread } from './thread.ts';

export type MailOptions = {
  readonly port: number;
  /** Where accepted mails are kept, one a line. */
  readonly file: string;
  readonly clock: { readonly shared: SharedArrayBuffer };
  /** The names that a mail may be sent under. */
  readonly configurationSets: readonly string[];
  /** Is told of every mail that is accepted. @default nobody is */
  readonly accepted?: (mail: AcceptedMail) => void;
  readonly log: DeskLog;
};

/**
 * Starts SES (aws-ses-v2-local behind a front that keeps every accepted mail on disk). `GET /store` lists the mails,
 * `POST /clear-store` empties the list, `POST /refusals` makes it refuse an address.
 */
export function startMail(options: MailOptions): Promise<Listening> {
  return startThread({
    name: 'mail',
    module: new URL('./mail-thread.ts', import.meta.url),
    data: {
      file: options.file,
      shared: options.clock.shared,
      configurationSets: options.configurationSets,
    } satisfies MailThread,
    port: options.port,
    posted: (message) => options.accepted?.(acceptedMailShape.parse(message)),
    log: options.log,
  });
}
