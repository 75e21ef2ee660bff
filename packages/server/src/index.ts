export type { Caller } from './access/caller.ts'
export { requireRole } from './access/membership.ts'
export { fetchesMax } from './billing/billing.ts'
export { type BridgeServer, createServer, type ServerOptions } from './create-server.ts'
export { passAgentUpgrades } from './desktop/agent-passthrough.ts'
export { createConnectorPassthrough } from './desktop/connector-passthrough.ts'
export type { Desktop, ExchangeKind, ExchangeOptions, WriteDescription } from './desktop/desktop.ts'
export { hasLargeHead, httpServerOptions } from './http/http-server-options.ts'
export { createUpgradeIgnorer, isWebSocketUpgrade } from './http/ignore-upgrade.ts'
export { isLocalRequest } from './http/local-request.ts'
export { isLoopback } from './http/loopback.ts'
export type { RateLimiter } from './http/rate-limit.ts'
export { rateLimitHeaders } from './http/rate-limit-headers.ts'
export { toTraceId } from './http/trace-id.ts'
export { requiresSignInToConsent } from './oauth/consent-policy.ts'
export type { OpenApi } from './openapi/openapi.ts'
export type {
  DocumentedOperation,
  DocumentedParameter,
  DocumentedResponse,
  JsonSchema,
} from './openapi/schemas/json-schema.ts'
export type { Portal } from './portal/portal.ts'
export type { PortalRouter } from './portal/router.ts'
export { createAgentToken } from './provisioning/agent-token.ts'
export { createApiKey } from './provisioning/api-key.ts'
export { createClient } from './provisioning/client.ts'
export { createOrganization, listOrganizations } from './provisioning/organization.ts'
export { createProductionRealm, createSandboxRealm, listRealms } from './provisioning/realm.ts'
export { logSerializers } from './redaction/log-serializers.ts'
export { redact } from './redaction/redact.ts'
export {
  removedVariables,
  type ServerConfig,
  serverDefaults,
  serverVariables,
  toServerSettings,
} from './runtime/config.ts'
export type { Dependencies } from './runtime/dependencies.ts'
export type { Limits } from './runtime/limits.ts'
export { type StripeConfig, stripeTogether, stripeVariables, toStripeConfig } from './runtime/stripe-config.ts'
export { findSurfacePath, type Surface, surfacePaths, surfaces } from './runtime/surfaces.ts'
