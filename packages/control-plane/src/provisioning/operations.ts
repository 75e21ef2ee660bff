import type { Operation } from '../operation/operation.ts'
import { accountOperations } from './account.ts'
import { agentTokenOperations } from './agent-token.ts'
import { apiKeyOperations } from './api-key.ts'
import { auditOperations } from './audit.ts'
import { billingOperations } from './billing-summary.ts'
import { checklistOperations } from './checklist.ts'
import { clientOperations } from './client.ts'
import { companyFileChoiceOperations } from './company-file-choice.ts'
import { connectionOperations } from './connection.ts'
import { connectorCredentialOperations } from './connector-credential.ts'
import { invitationOperations } from './invitation.ts'
import { memberOperations } from './member.ts'
import { organizationOperations } from './organization.ts'
import { organizationDeletionOperations } from './organization-deletion.ts'
import { organizationExportOperations } from './organization-export.ts'
import { pairingCodeOperations } from './pairing-code.ts'
import { proposalOperations } from './proposal.ts'
import { quickBooksCheckOperations } from './quickbooks-checks.ts'
import { realmOperations } from './realm.ts'
import { realmListOperations } from './realm-list.ts'
import { realmStatusOperations } from './realm-status.ts'
import { desktopFitOperations } from './requests/desktop-fit.ts'
import { loggedRequestOperations } from './requests/logged-request.ts'
import { requestCountOperations } from './requests/request-counts.ts'
import { requestDetailOperations } from './requests/request-detail.ts'
import { requestFailureOperations } from './requests/request-failure.ts'
import { requestReplayOperations } from './requests/request-replay.ts'
import { sandboxOperations } from './sandbox.ts'
import { secondFactorPolicyOperations } from './second-factor-policy.ts'
import { sessionOperations } from './session.ts'
import { setupLinkOperations } from './setup-link.ts'
import { setupLinkBatchOperations } from './setup-link-batch.ts'
import { webhookOperations } from './webhook.ts'
import { webhookDeliveryOperations } from './webhook-delivery.ts'
import { wentBackOperations } from './went-back.ts'

/**
 * Every control plane operation by name. The REST API, the portal's router and the OpenAPI document derive from them.
 */
export const namedOperations = {
  ...organizationOperations,
  ...organizationDeletionOperations,
  ...organizationExportOperations,
  ...secondFactorPolicyOperations,
  ...memberOperations,
  ...invitationOperations,
  ...quickBooksCheckOperations,
  ...realmListOperations,
  ...wentBackOperations,
  ...realmOperations,
  ...realmStatusOperations,
  ...companyFileChoiceOperations,
  ...sandboxOperations,
  ...loggedRequestOperations,
  ...requestDetailOperations,
  ...requestCountOperations,
  ...requestFailureOperations,
  ...desktopFitOperations,
  ...proposalOperations,
  ...checklistOperations,
  ...requestReplayOperations,
  ...agentTokenOperations,
  ...pairingCodeOperations,
  ...setupLinkOperations,
  ...setupLinkBatchOperations,
  ...connectorCredentialOperations,
  ...clientOperations,
  ...webhookOperations,
  ...webhookDeliveryOperations,
  ...connectionOperations,
  ...apiKeyOperations,
  ...billingOperations,
  ...auditOperations,
  ...accountOperations,
  ...sessionOperations,
}

export const operations: readonly Operation[] = Object.values(namedOperations)
