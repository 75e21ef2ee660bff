import type { AttackRequest } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'

/** Returns the attacker's request to their sandbox, with the path below `/v3/company/{realmId}`. */
export function toCall({ attacker }: Target, { path, headers, ...request }: AttackRequest): AttackRequest {
  return {
    ...request,
    path: `/v3/company/${attacker.sandboxId}${path}`,
    headers: { authorization: `Bearer ${attacker.tokens.sandbox}`, ...headers },
  }
}
