export { type CloseCode, type CloseName, closeCodes, closeWith, reactionTo } from './close-code.ts'
export {
  type ExchangeAnswer,
  type ExchangeCall,
  type ExchangeOutcome,
  exchangePath,
  exchangesMax,
  parseExchangeAnswer,
  parseExchangeCall,
} from './exchange-call.ts'
export { decodeFrame, encodeFrame, type Frame } from './frame.ts'
export { defaultProtocolLimits, type ProtocolLimits, protocolVersion } from './limits.ts'
export type { AgentMessage, DesktopState, GatewayMessage } from './message.ts'
export { type Parsed, type ProtocolProblem, parseAgentMessage, parseGatewayMessage } from './parse-message.ts'
export { createPayloadCodec, type PayloadCodec, UnreadablePayloadError } from './payload.ts'
export { parseRealmId, type RealmId, realmIdPattern, requireRealmId } from './realm-id.ts'
