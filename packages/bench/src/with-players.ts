import { play, type Role, type RoleEnvironment, type RolePlayer } from './agent-processes.ts'

/** Runs `run` and stops the processes it started. */
export async function withPlayers<Result>(
  run: (start: (role: Role, env?: RoleEnvironment) => Promise<RolePlayer>) => Promise<Result>,
): Promise<Result> {
  const players: RolePlayer[] = []
  try {
    return await run(async (role, env) => {
      const player = await play(role, env)
      players.push(player)
      return player
    })
  } finally {
    await Promise.all(players.map((player) => player.stop()))
  }
}
