export { fetchesMax } from './billing/billing.ts'
export { type BridgeServer, createServer, type ServerOptions } from './create-server.ts'
export { passAgentUpgrades } from './desktop/agent-passthrough.ts'
export type { Desktop, ExchangeKind, ExchangeOptions, WriteDescription } from './desktop/desktop.ts'
export { httpServerOptions } from './http/http-server-options.ts'
export { ignoreUpgrade, isWebSocketUpgrade } from './http/ignore-upgrade.ts'
export { isLoopback } from './http/loopback.ts'
export type { RateDecision, RateLimiter } from './http/rate-limit.ts'
export { toTraceId } from './http/trace-id.ts'
export type {
  DocumentedOperation,
  DocumentedParameter,
  DocumentedResponse,
  JsonSchema,
} from './openapi/json-schema.ts'
export type { OpenApi } from './openapi/openapi.ts'
export type { Caller } from './operation/caller.ts'
export { requireRole } from './operation/membership.ts'
export type { Portal } from './portal/portal.ts'
export type { PortalRouter } from './portal/router.ts'
export { createAgentToken } from './provisioning/agent-token.ts'
export { createApiKey } from './provisioning/api-key.ts'
export { createClient } from './provisioning/client.ts'
export { createOrganization, listOrganizations } from './provisioning/organization.ts'
export { createProductionRealm, createSandboxRealm, listRealms } from './provisioning/realm.ts'
export { type ServerConfig, serverDefaults, serverVariables, toServerSettings } from './runtime/config.ts'
export type { Dependencies } from './runtime/dependencies.ts'
export { type StripeConfig, stripeTogether, stripeVariables, toStripeConfig } from './runtime/stripe-config.ts'
