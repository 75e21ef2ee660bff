import type { RealmId } from '@bridge/agent-protocol/realm-id'
import { encodeExplorerCall } from '../lib/explorer-link.ts'
import type { Role } from './people.ts'

/** IDs created by a test in the organization. */
export interface RoleTableIds {
  readonly orgId: string
  readonly realmId: RealmId
  readonly sandboxId: string
  readonly agentTokenId: string
  readonly connectorId: string
  readonly clientId: string
  readonly connectionId: string
  readonly apiKeyId: string
  readonly memberId: string
}

/** A page's control, and who has it. */
export interface RoleTableRow {
  /** Below `/orgs/{slug}`. */
  readonly page: (ids: RoleTableIds) => string
  readonly control: 'button' | 'link' | 'tab' | 'switch'
  readonly name: string | RegExp
  /** The lowest role with the control. */
  readonly needs: Role
  /** Shown to the other roles. */
  readonly note?: string
  /** The control's call. The other roles are refused. */
  readonly call?: (ids: RoleTableIds) => {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly body?: unknown
  }
}

const appNote =
  'An owner or admin can change this app and its webhook, disconnect company files and replace its secret.'
const membersNote = 'An owner or admin can invite and remove members, and change roles.'

const createCustomer = { method: 'POST', path: '/customer', query: '', body: '{ "DisplayName": "Ada" }' }

/** Each changing control, by page. */
export const roleTable: readonly RoleTableRow[] = [
  {
    page: () => '/company-files',
    control: 'button',
    name: 'Connect a company file',
    needs: 'admin',
    note: 'An owner or admin can connect a company file.',
    call: ({ orgId }) => ({ method: 'POST', path: '/realms', body: { orgId, name: 'Another' } }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/settings`,
    control: 'button',
    name: 'Rename',
    needs: 'admin',
    note: 'An owner or admin can rename this company file and change its settings.',
    call: ({ realmId }) => ({ method: 'PATCH', path: `/realms/${realmId}`, body: { name: 'Renamed' } }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/settings`,
    control: 'button',
    name: 'Delete company file',
    needs: 'owner',
    note: 'An owner can delete this company file.',
    call: ({ realmId }) => ({ method: 'DELETE', path: `/realms/${realmId}` }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/agent`,
    control: 'button',
    name: 'Create agent token',
    needs: 'admin',
    note: 'An owner or admin can create and revoke agent tokens.',
    call: ({ realmId }) => ({ method: 'POST', path: `/realms/${realmId}/agent-tokens`, body: { label: 'PC' } }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/agent`,
    control: 'button',
    name: 'Revoke Front desk',
    needs: 'admin',
    call: ({ agentTokenId }) => ({ method: 'DELETE', path: `/agent-tokens/${agentTokenId}` }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/connector`,
    control: 'button',
    name: 'Create credential',
    needs: 'admin',
    note: 'An owner or admin can create and revoke credentials, and replace passwords.',
    call: ({ realmId }) => ({ method: 'POST', path: `/realms/${realmId}/connector-credentials`, body: {} }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/connector`,
    control: 'button',
    name: 'Replace the password of Web Connector',
    needs: 'admin',
    call: ({ connectorId }) => ({ method: 'POST', path: `/connector-credentials/${connectorId}/password`, body: {} }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/connector`,
    control: 'button',
    name: 'Revoke Web Connector',
    needs: 'admin',
    call: ({ connectorId }) => ({ method: 'DELETE', path: `/connector-credentials/${connectorId}` }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/set-up`,
    control: 'button',
    name: 'Send to the person at the PC',
    needs: 'admin',
    note: 'An owner or admin can set up the connection of this company file.',
    call: ({ realmId }) => ({ method: 'POST', path: `/realms/${realmId}/setup-links`, body: {} }),
  },
  {
    page: ({ realmId }) => `/company-files/${realmId}/set-up`,
    control: 'button',
    name: 'Create pairing code',
    needs: 'admin',
    call: ({ realmId }) => ({ method: 'POST', path: `/realms/${realmId}/pairing-codes`, body: {} }),
  },
  {
    page: ({ sandboxId }) => `/company-files/${sandboxId}/apps`,
    control: 'button',
    name: /^Disconnect/,
    needs: 'admin',
    note: 'An owner or admin can disconnect an app.',
    call: ({ connectionId }) => ({ method: 'DELETE', path: `/connections/${connectionId}` }),
  },
  {
    page: ({ sandboxId }) => `/company-files/${sandboxId}/sandbox`,
    control: 'button',
    name: 'Load the empty company',
    needs: 'member',
  },
  {
    page: ({ realmId }) => `/explorer#${encodeExplorerCall({ realmId, ...createCustomer })}`,
    control: 'button',
    name: 'Allow writes for 30 minutes',
    needs: 'admin',
    note: 'An owner or admin can send writes to this company file.',
  },
  {
    page: () => '/apps',
    control: 'button',
    name: 'Register an app',
    needs: 'admin',
    note: 'An owner or admin can register and change apps.',
    call: ({ orgId }) => ({
      method: 'POST',
      path: '/clients',
      body: { orgId, name: 'Another', redirectUris: ['https://app.example.com/callback'] },
    }),
  },
  {
    page: ({ clientId }) => `/apps/${clientId}`,
    control: 'button',
    name: 'Save',
    needs: 'admin',
    note: appNote,
    call: ({ clientId }) => ({ method: 'PATCH', path: `/clients/${clientId}`, body: { name: 'Renamed' } }),
  },
  {
    page: ({ clientId }) => `/apps/${clientId}`,
    control: 'button',
    name: 'Add webhook',
    needs: 'admin',
    note: appNote,
    call: ({ clientId }) => ({
      method: 'PUT',
      path: `/clients/${clientId}/webhook`,
      body: { url: 'https://app.example.com/webhook' },
    }),
  },
  {
    page: ({ clientId }) => `/apps/${clientId}`,
    control: 'button',
    name: 'Replace secret',
    needs: 'admin',
    note: appNote,
    call: ({ clientId }) => ({ method: 'POST', path: `/clients/${clientId}/secret` }),
  },
  {
    page: ({ clientId }) => `/apps/${clientId}`,
    control: 'button',
    name: 'Delete app',
    needs: 'admin',
    note: appNote,
    call: ({ clientId }) => ({ method: 'DELETE', path: `/clients/${clientId}` }),
  },
  { page: ({ clientId }) => `/apps/${clientId}`, control: 'link', name: 'Try the consent page', needs: 'member' },
  {
    page: () => '/api-keys',
    control: 'button',
    name: 'Create API key',
    needs: 'admin',
    note: 'An owner or admin can create and revoke API keys.',
    call: ({ orgId }) => ({ method: 'POST', path: '/api-keys', body: { orgId, name: 'Another' } }),
  },
  {
    page: () => '/api-keys',
    control: 'button',
    name: 'Revoke Nightly script',
    needs: 'admin',
    call: ({ apiKeyId }) => ({ method: 'DELETE', path: `/api-keys/${apiKeyId}` }),
  },
  {
    page: () => '/members',
    control: 'button',
    name: 'Invite members',
    needs: 'admin',
    note: membersNote,
    call: ({ orgId }) => ({
      method: 'POST',
      path: '/invitations',
      body: { orgId, email: 'new@example.com', role: 'member' },
    }),
  },
  {
    page: () => '/members',
    control: 'button',
    name: /^Remove role-member/,
    needs: 'admin',
    note: membersNote,
    call: ({ memberId }) => ({ method: 'DELETE', path: `/members/${memberId}` }),
  },
  {
    page: () => '/members',
    control: 'button',
    name: /^Change the role of role-member/,
    needs: 'admin',
    note: membersNote,
    call: ({ memberId }) => ({ method: 'PATCH', path: `/members/${memberId}`, body: { role: 'admin' } }),
  },
  { page: () => '/audit-log', control: 'link', name: 'Download CSV', needs: 'member' },
  {
    page: () => '/settings',
    control: 'button',
    name: 'Rename',
    needs: 'admin',
    note: 'An owner or admin can rename the organization.',
    call: ({ orgId }) => ({ method: 'PATCH', path: `/orgs/${orgId}`, body: { name: 'Renamed' } }),
  },
  {
    page: () => '/settings',
    control: 'switch',
    name: 'Require a second factor',
    needs: 'admin',
    note: 'An owner or admin can require a second factor.',
    call: ({ orgId }) => ({ method: 'PATCH', path: `/orgs/${orgId}/second-factor`, body: { required: false } }),
  },
  {
    page: () => '/settings',
    control: 'link',
    name: 'Download JSON',
    needs: 'admin',
    note: 'An owner or admin can export the organization.',
    call: ({ orgId }) => ({ method: 'GET', path: `/orgs/${orgId}/export` }),
  },
  {
    page: () => '/settings',
    control: 'button',
    name: 'Delete organization',
    needs: 'owner',
    note: 'An owner can delete the organization.',
    call: ({ orgId }) => ({ method: 'DELETE', path: `/orgs/${orgId}` }),
  },
]
