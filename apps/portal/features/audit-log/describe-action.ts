/** The actions of the audit log in words. */
export const actionTexts: Readonly<Record<string, string>> = {
  'organization.create': 'Created the organization',
  'organization.rename': 'Renamed the organization',
  'organization.export': 'Exported the organization',
  'member.role': 'Changed a role',
  'member.remove': 'Removed a member',
  'member.leave': 'Left the organization',
  'invitation.create': 'Invited a member',
  'invitation.accept': 'Accepted an invitation',
  'invitation.revoke': 'Revoked an invitation',
  'realm.create': 'Added a company file',
  'realm.rename': 'Renamed a company file',
  'realm.settings': 'Changed settings',
  'realm.delete': 'Deleted a company file',
  'sandbox.reset': 'Reset the sandbox',
  'agent-token.create': 'Created an agent token',
  'agent-token.revoke': 'Revoked an agent token',
  'setup-link.create': 'Created a set-up link',
  'setup-link.revoke': 'Revoked a set-up link',
  'connector.create': 'Created a Web Connector credential',
  'connector.revoke': 'Revoked a Web Connector credential',
  'client.create': 'Registered an app',
  'client.update': 'Changed an app',
  'client.rotate-secret': 'Replaced a client secret',
  'client.delete': 'Deleted an app',
  'connection.create': 'Connected an app',
  'connection.revoke': 'Disconnected an app',
  'connection.refresh_token_reused': 'Reused a refresh token',
  'explorer.allow_writes': 'Allowed writes in the Explorer',
  'explorer.end_writes': 'Ended writes in the Explorer',
  'request.replay': 'Replayed a request',
  'api-key.create': 'Created an API key',
  'api-key.revoke': 'Revoked an API key',
}

/** Returns an action in words; one without words as it is. */
export function describeAction(action: string): string {
  return actionTexts[action] ?? action
}
