export { maxStripeFetches } from '@bridge/control-plane/billing/billing'
export type { Portal } from '@bridge/control-plane/portal/portal'
export type { PortalRouter } from '@bridge/control-plane/portal/router'
export { createAgentToken } from '@bridge/control-plane/provisioning/agent-token'
export { createApiKey } from '@bridge/control-plane/provisioning/api-key'
export { createClient } from '@bridge/control-plane/provisioning/client'
export { createOrganization, listOrganizations } from '@bridge/control-plane/provisioning/organization'
export { createProductionRealm, createSandboxRealm } from '@bridge/control-plane/provisioning/realm'
export { listRealms } from '@bridge/control-plane/provisioning/realm-list'
export { passAgentUpgrades } from '@bridge/data-plane/desktop/agent-passthrough'
export { createConnectorPassthrough } from '@bridge/data-plane/desktop/connector-passthrough'
export type { Desktop, ExchangeKind, ExchangeOptions, WriteDescription } from '@bridge/data-plane/desktop/desktop'
export type { Caller } from '@bridge/identity/access/caller'
export { requireRole } from '@bridge/identity/access/membership'
export { requiresSignInToConsent } from '@bridge/identity/oauth/consent-policy'
export type { Dependencies } from '@bridge/platform/dependencies'
export { hasLargeHead, httpServerOptions } from '@bridge/platform/http-server-options'
export { createUpgradeIgnorer, isWebSocketUpgrade } from '@bridge/platform/ignore-upgrade'
export type { Limits } from '@bridge/platform/limits'
export { isLocalRequest } from '@bridge/platform/local-request'
export { logSerializers } from '@bridge/platform/log-serializers'
export { isLoopback } from '@bridge/platform/loopback'
export type { RateLimiter } from '@bridge/platform/rate-limit'
export { rateLimitHeaders } from '@bridge/platform/rate-limit-headers'
export { redact } from '@bridge/platform/redact'
export {
  removedVariables,
  type ServerConfig,
  serverDefaults,
  serverVariables,
  toServerSettings,
} from '@bridge/platform/server-config'
export { type StripeConfig, stripeTogether, stripeVariables, toStripeConfig } from '@bridge/platform/stripe-config'
export { toTraceId } from '@bridge/platform/trace-id'
export { type BridgeServer, createServer, type ServerOptions } from './create-server.ts'
export type { OpenApi } from './openapi/openapi.ts'
export type {
  DocumentedOperation,
  DocumentedParameter,
  DocumentedResponse,
  JsonSchema,
} from './openapi/schemas/json-schema.ts'
export { findSurfacePath, type Surface, surfacePaths, surfaces } from './surfaces.ts'
