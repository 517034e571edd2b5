import { z } from 'zod';

/** A refusal as SES sends it. */
export type MailError = { readonly status: number; readonly name: string; readonly message: string };

/** Lets a desk or a test play an SES that refuses: mails to this address get this error, `times` times or until taken back. */
export const refusalShape = z.strictObject({
  address: z.string(),
  error: z.enum([
    'MessageRejected',
    'TooManyRequestsException',
    'SendingPausedException',
    'AccountSuspendedException',
    'InternalServiceErrorException',
  ]),
  message: z.string().optional(),
  times: z.number().int().min(1).optional(),
});
export type Refusal = z.infer<typeof refusalShape>;

/** SES's HTTP status of an error that can be asked for. */
export function refusalError(refusal: Refusal): MailError {
  const status = {
    MessageRejected: 400,
    TooManyRequestsException: 429,
    SendingPausedException: 400,
    AccountSuspendedException: 400,
    InternalServiceErrorException: 500,
  };
  return {
    status: status[refusal.error],
    name: refusal.error,
    message: refusal.message ?? `The desk was told to refuse mail to ${refusal.address}`,
  };
}

const headers = z.array(z.object({ Name: z.string(), Value: z.string() })).optional();

/** The parts of a SendEmail request that the rules below look at. */
export const sendEmailShape = z.object({
  FromEmailAddress: z.string().optional(),
  Destination: z
    .object({
      ToAddresses: z.array(z.string()).optional(),
      CcAddresses: z.array(z.string()).optional(),
      BccAddresses: z.array(z.string()).optional(),
    })
    .optional(),
  ReplyToAddresses: z.array(z.string()).optional(),
  ConfigurationSetName: z.string().optional(),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).optional(),
  Content: z.object({ Simple: z.object({ Headers: headers }).optional() }),
});
export type SendEmail = z.infer<typeof sendEmailShape>;

/** Everybody that a mail is for. */
export function recipientsOf({ Destination = {} }: SendEmail): readonly string[] {
  return [...(Destination.ToAddresses ?? []), ...(Destination.CcAddresses ?? []), ...(Destination.BccAddresses ?? [])];
}

/** SES's documented rules that aws-ses-v2-local does not check, so that a mail of ours fails here as it would there. */
export function ruleBroken(mail: SendEmail, configurationSets: readonly string[]): MailError | undefined {
  const bad = (message: string): MailError => ({ status: 400, name: 'BadRequestException', message });
  const recipients = recipientsOf(mail);
  if (recipients.length > 50) return bad(`Recipient count exceeds 50: it is ${recipients.length}.`);
  const illegal = [mail.FromEmailAddress ?? '', ...recipients, ...(mail.ReplyToAddresses ?? [])].find(
    (address) => !isAddress(address),
  );
  if (illegal !== undefined && mail.FromEmailAddress !== undefined)
    return bad(`Illegal address: ${JSON.stringify(illegal)}`);
  const set = mail.ConfigurationSetName;
  if (set !== undefined && !configurationSets.includes(set)) {
    return { status: 404, name: 'NotFoundException', message: `Configuration set <${set}> does not exist.` };
  }
  const own = mail.Content.Simple?.Headers ?? [];
  if (own.length > 15) return bad(`A message can have 15 headers of its own, but has ${own.length}.`);
  const header = own.find(({ Name, Value }) => !/^[!-9;-~]{1,126}$/.test(Name) || !/^[ -~]{1,995}$/.test(Value));
  if (header !== undefined)
    return bad(
      `Header ${JSON.stringify(header.Name)}: names and values are printable ASCII, a value at most 995 characters.`,
    );
  const tag = mail.EmailTags?.find(({ Name, Value }) => !isTagText(Name) || !isTagText(Value));
  if (tag !== undefined)
    return bad(
      `Invalid tag ${JSON.stringify(tag)}: only alphanumeric ASCII characters, '_' , '-', '.', '@' are allowed, at most 256.`,
    );
  return undefined;
}

/** `a@b.example` or `Some Name <a@b.example>`, in ASCII and without line breaks. */
function isAddress(text: string): boolean {
  const [, inBrackets] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  return !/[\r\n]/.test(text) && /^[!-?A-~]+@[a-zA-Z0-9.-]+$/.test(inBrackets ?? text.trim());
}

function isTagText(text: string): boolean {
  return /^[A-Za-z0-9_.@-]{1,256}$/.test(text);
}
