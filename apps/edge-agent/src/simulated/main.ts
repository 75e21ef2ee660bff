import { runAgent } from '../run-agent.ts'
import { openSimulated } from './open-simulated.ts'

// The agent with --simulate, for trials and tests. Installations have src/main.ts, without the emulator.
void runAgent(openSimulated)
