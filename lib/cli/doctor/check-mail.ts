import type { GateFile } from '../../core/gate-file.ts';
import type { DoctorPorts } from './facts.ts';
import { type Finding, looked, ok, problem } from './finding.ts';

/** Whether mail from this gate reaches its approvers. */
export async function checkMail(gate: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  const { mail } = gate;
  if (mail === undefined) return [ok('mail', 'this gate sends no mail')];
  const domain = mail.from.slice(mail.from.lastIndexOf('@') + 1);
  const [account, sender, ofDomain] = await Promise.all([
    ports.mailAccount(),
    ports.mailIdentity(mail.from),
    ports.mailIdentity(domain),
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
    senderFinding(mail.from, { sender, ofDomain, domain }),
    ...(await Promise.all(addresses.map((address) => checkSuppressed(address, ports)))),
    ...(isSandboxed ? await Promise.all(addresses.map((address) => checkVerified(address, ports))) : []),
  ];
}

type Identity = Awaited<ReturnType<DoctorPorts['mailIdentity']>>;

/** Either identity is enough, and the domain's is the better one: DKIM and DMARC hang on it. */
function senderFinding(
  from: string,
  { sender, ofDomain, domain }: { readonly sender: Identity; readonly ofDomain: Identity; readonly domain: string },
): Finding {
  const verified = [ofDomain, sender].find((one) => one.kind === 'found' && one.value.verified);
  if (verified === ofDomain && verified !== undefined) return ok('mail.sender', `the domain ${domain} is verified`);
  if (verified !== undefined)
    return ok('mail.sender', `the address ${from} is verified; a verified domain would pass DMARC as well`);
  const unknown = [sender, ofDomain].find(({ kind }) => kind === 'failed' || kind === 'absent');
  return looked('mail.sender', unknown ?? { kind: 'missing' }, {
    found: () => unverified(from, domain),
    missing: () => unverified(from, domain),
  });
}

function unverified(from: string, domain: string): Finding {
  return problem(
    'mail.sender',
    `neither ${domain} nor ${from} is a verified identity`,
    `aws sesv2 create-email-identity --email-identity ${domain}, then publish the DKIM records that it answers`,
  );
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
  const todo = `aws sesv2 create-email-identity --email-identity ${address}, then the link in the mail that arrives`;
  return looked(check, await ports.mailIdentity(address), {
    found: ({ verified }) =>
      verified ? ok(check, 'verified, as the sandbox wants') : problem(check, 'not verified yet', todo),
    missing: () => problem(check, 'not verified, and the sandbox sends to nobody else', todo),
  });
}
