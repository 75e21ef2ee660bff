export { compareVersions } from './agent-version.ts'
export { type CloseCode, type CloseName, closeCodes, closeWith, getCloseName, reactionTo } from './close-code.ts'
export { createCork } from './cork.ts'
export {
  backgroundClient,
  connectorPath,
  type ExchangeCall,
  type ExchangeReply,
  encodeExchangeReply,
  exchangePath,
  maxExchanges,
  parseExchangeCall,
  parseExchangeReply,
  passedCallHeader,
} from './exchange-call.ts'
export {
  type DesktopError,
  type ExchangeOutcome,
  type ExchangeTiming,
  type FailedOutcome,
  hasResponse,
  type Lost,
  type NotSent,
  type Responded,
} from './exchange-outcome.ts'
export { decodeFrame, encodeFrame, type Frame } from './frame.ts'
export { type CallStage, describeFailure, findHresult, formatHresult } from './hresult.ts'
export { type HresultReaction, type HresultRow, hresultRows } from './hresult-rows.ts'
export {
  deadAfterMs,
  defaultProtocolLimits,
  heartbeatMs,
  maxResponseBytes,
  type ProtocolLimits,
  protocolVersion,
} from './limits.ts'
export type { AgentMessage, DesktopNotice, DesktopState, FileChoice, GatewayMessage } from './message.ts'
export {
  agentTruthPath,
  type PairingRequest,
  type PairingResponse,
  pairingPath,
  parsePairingResponse,
} from './pairing.ts'
export { type Parsed, type ProtocolProblem, parseAgentMessage, parseGatewayMessage } from './parse-message.ts'
export { createPayloadCodec, type PayloadCodec, PayloadTooLargeError, UnreadablePayloadError } from './payload.ts'
export { parseRealmId, type RealmId, realmIdPattern, requireRealmId } from './realm-id.ts'
export { realmIdSchema } from './realm-id-schema.ts'
export {
  type AuditRow,
  decodeJson,
  encodeJson,
  isRefusal,
  parseSandboxCall,
  type Refusal,
  type SandboxCall,
  type SandboxTemplate,
  sandboxResults,
  sandboxTemplateSchema,
} from './sandbox-call.ts'
export { type TraceIds, toTraceIds } from './trace-context.ts'
export {
  manifestContext,
  maxSignedManifestBytes,
  parseSignedManifest,
  parseUpdateManifest,
  type SignedManifest,
  type UpdateFile,
  type UpdateManifest,
  updatePath,
} from './update-manifest.ts'
