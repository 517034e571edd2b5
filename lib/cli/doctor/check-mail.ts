import { configurationSetOf, type GateFile } from '../../core/gate-file.ts';
import type { DoctorPorts } from './facts.ts';
import { type Finding, looked, ok, problem } from './finding.ts';

/** Whether mail from this gate reaches its approvers. */
export async function checkMail(gate: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  const { mail } = gate;
  if (mail === undefined) return [ok('mail', 'this gate sends no mail')];
  const set = configurationSetOf(gate, mail);
  const [account, sender, events] = await Promise.all([
    ports.mailAccount(),
    identitiesOf(mail.from, ports),
    ports.mailEvents(set),
  ]);
  const isSandboxed = account.kind === 'found' && !account.value.productionAccess;
  const addresses = Object.values(gate.approvers).map((approver) => approver.mail);
  return [
    looked('mail.sandbox', account, {
      found: ({ productionAccess }) =>
        productionAccess
          ? ok('mail.sandbox', 'the account is out of the SES sandbox')
          : problem(
              'mail.sandbox',
              'the account is in the SES sandbox: only verified addresses get mail, at most 200 a day',
              'request production access in the SES console, or verify every approver (checked below)',
            ),
      missing: () => problem('mail.sandbox', 'SES knows no account here', 'choose a region that has SES'),
    }),
    looked('mail.quota', account, {
      found: ({ sendingEnabled, sentLast24Hours, most24Hours }) =>
        !sendingEnabled
          ? problem('mail.quota', 'sending is switched off for this account', 'see the SES console for the reason')
          : // -1 is SES's word for no limit. A gate that cannot send asks nobody, and approvals expire.
            most24Hours > 0 && sentLast24Hours > 0.8 * most24Hours
            ? problem(
                'mail.quota',
                `${sentLast24Hours} of ${most24Hours} mails of a day were sent`,
                'request a higher sending quota before requests go unsent',
              )
            : ok('mail.quota', `${sentLast24Hours} of ${most24Hours} mails of a day were sent`),
      missing: () => problem('mail.quota', 'SES knows no account here', 'choose a region that has SES'),
    }),
    senderFinding(mail.from, sender),
    looked('mail.events', events, {
      found: ({ heard }) =>
        heard
          ? ok('mail.events', `bounces of the configuration set ${set} are heard of`)
          : problem(
              'mail.events',
              `nobody is told of bounces of the configuration set ${set}`,
              'deploy the stack again: it adds a destination for them',
            ),
      missing: () =>
        problem(
          'mail.events',
          `there is no configuration set ${set}, and SES takes no mail under one that is not there`,
          mail.configurationSet === undefined
            ? 'deploy the stack: it makes it'
            : 'make it, or leave mail.configurationSet out',
        ),
    }),
    ...(await Promise.all(addresses.map((address) => checkSuppressed(address, ports)))),
    ...(isSandboxed ? await Promise.all(addresses.map((address) => checkVerified(address, ports))) : []),
  ];
}

type Identity = Awaited<ReturnType<DoctorPorts['mailIdentity']>>;

/** An address may be verified itself or by its domain: either will do, for senders and in the sandbox for recipients. */
interface Identities {
  readonly domain: string;
  readonly own: Identity;
  readonly ofDomain: Identity;
}

async function identitiesOf(address: string, ports: DoctorPorts): Promise<Identities> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const [own, ofDomain] = await Promise.all([ports.mailIdentity(address), ports.mailIdentity(domain)]);
  return { domain, own, ofDomain };
}

function isVerified(identity: Identity): boolean {
  return identity.kind === 'found' && identity.value.verified;
}

/** The finding where neither is verified: what could not be asked leaves it open. */
function notVerified(check: string, { own, ofDomain }: Identities, finding: Finding): Finding {
  const unknown = [own, ofDomain].find(({ kind }) => kind === 'failed' || kind === 'absent');
  return looked(check, unknown ?? { kind: 'missing' }, { found: () => finding, missing: () => finding });
}

/** The domain's identity is the better one: DKIM and DMARC hang on it. */
function senderFinding(from: string, identities: Identities): Finding {
  const check = 'mail.sender';
  const { domain, own, ofDomain } = identities;
  if (isVerified(ofDomain)) return ok(check, `the domain ${domain} is verified`);
  if (isVerified(own)) return ok(check, `the address ${from} is verified; a verified domain would pass DMARC as well`);
  const todo = `aws sesv2 create-email-identity --email-identity ${domain}, then publish the DKIM records that it answers`;
  return notVerified(check, identities, problem(check, `neither ${domain} nor ${from} is a verified identity`, todo));
}

async function checkSuppressed(address: string, ports: DoctorPorts): Promise<Finding> {
  const check = `mail.suppressed ${address}`;
  return looked(check, await ports.suppressed(address), {
    found: ({ reason }) =>
      problem(
        check,
        `SES sends this approver nothing (${reason})`,
        `find out why, then aws sesv2 delete-suppressed-destination --email-address ${address}`,
      ),
    missing: () => ok(check, 'not suppressed'),
  });
}

async function checkVerified(address: string, ports: DoctorPorts): Promise<Finding> {
  const check = `mail.verified ${address}`;
  const identities = await identitiesOf(address, ports);
  if (isVerified(identities.own) || isVerified(identities.ofDomain)) return ok(check, 'verified, as the sandbox wants');
  const todo = `aws sesv2 create-email-identity --email-identity ${address}, then the link in the mail that arrives`;
  return notVerified(check, identities, problem(check, 'not verified, and the sandbox sends to nobody else', todo));
}
