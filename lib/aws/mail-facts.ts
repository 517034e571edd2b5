import {
  GetAccountCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  GetSuppressedDestinationCommand,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { look } from './looked.ts';

/** What SES says of an account, its identities and the addresses that it sends nothing to. */
export function mailFacts(ses: SESv2Client) {
  return {
    mailAccount: () =>
      look(async () => {
        const account = await ses.send(new GetAccountCommand({}));
        return {
          productionAccess: account.ProductionAccessEnabled ?? false,
          sendingEnabled: account.SendingEnabled ?? false,
          sentLast24Hours: account.SendQuota?.SentLast24Hours ?? 0,
          most24Hours: account.SendQuota?.Max24HourSend ?? 0,
        };
      }),
    mailIdentity: (identity: string) =>
      look(async () => {
        const found = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity }));
        return { verified: found.VerifiedForSendingStatus ?? false };
      }, ['NotFoundException']),
    mailEvents: (configurationSet: string) =>
      look(async () => {
        const command = new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: configurationSet });
        const { EventDestinations = [] } = await ses.send(command);
        const heard = EventDestinations.some(
          ({ Enabled, MatchingEventTypes, EventBridgeDestination }) =>
            Enabled === true &&
            EventBridgeDestination !== undefined &&
            (MatchingEventTypes?.includes('BOUNCE') ?? false),
        );
        return { heard };
      }, ['NotFoundException']),
    suppressed: (address: string) =>
      look(async () => {
        const found = await ses.send(new GetSuppressedDestinationCommand({ EmailAddress: address }));
        return { reason: found.SuppressedDestination?.Reason ?? 'no reason given' };
      }, ['NotFoundException']),
  };
}
