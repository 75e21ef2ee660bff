/** Tables that other jobs sweep, with the job. */
export const sweptTables: Readonly<Record<string, string>> = {
  audit_event: 'delete_audit_events, after AUDIT_RETENTION_DAYS',
  connection_change: 'the connection watch, after 30 days and above its rows for a company file',
  gateway: 'gateways, once one is not seen',
  offline_alert: 'the connection watch, when the company file is back',
  rate_window: 'the rate limits, once a window has passed',
  request_outcome: 'the sweep of outcomes, after 7 days',
  sandbox_host: 'sandbox hosts, once one is not seen',
  write_journal: 'the sweep of outcomes, after 7 days; uncleared writes after 90',
}

/** Tables without a sweep, with the reason for which they do not grow with use. */
export const keptTables: Readonly<Record<string, string>> = {
  agent_token: 'one for each pairing; its owner sees when it was revoked',
  api_key: 'one for each that a member created; its owner sees when it was revoked',
  billing_account: 'one for each organization; a deleted one has it until its subscription is canceled',
  company_facts: 'one for each company file',
  connection: 'one for each consent; its owner sees when it ended',
  connector_credential: 'one for each that an admin created; its owner sees when it was revoked',
  connector_session: 'one for each company file',
  invitation: 'one for each that an admin sent; other admins see its outcome',
  job_lease: 'one for each job',
  membership: 'one for each member of an organization',
  oauth_client: 'one for each app',
  organization: 'until its owner deletes it',
  realm: 'until its owner deletes it',
  realm_changes: 'one for each company file',
  realm_listing: 'one for each company file',
  realm_session: 'one for each company file',
  realm_settings: 'one for each company file',
  recovery_code: 'a few for each user',
  sandbox_company: 'one for each sandbox',
  sandbox_document: 'the books of a sandbox, which its size limits',
  second_factor: 'one for each user',
  sign_in_account: 'one for each user and provider',
  webhook: 'one for each app',
  user: 'until they delete their account',
}
