import { runAgent } from './run-agent.ts'

void runAgent()
