import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'
import { terminalProgress } from './progress.ts'
import { Stopped, stopSignal } from './stop-signal.ts'
import { requireTasks } from './tasks/turbo.ts'

const usage = `npm start              run everything; -- --reset deletes all data first (--yes: without asking);
                       -- --with-billing enforces billing, with an emulated Stripe
npm test               run every check and every test but the slow ones;
                       -- --date-of-commit runs the unit tests at one of the dates that programs fail at
npm run test:at        -- 2028-02-29 runs the unit tests on that day; --time 23:58, --zone America/New_York
npm run test:journeys  run the journeys of users in a browser; -- --at 2028-02-29 on that day, with --time and
                       --zone; -- --slow-machine while busy threads make this machine four times slower
npm run test:slow      run the browser tests that take minutes: every page in every state, every sample
npm run test:windows   run the Windows programs of the agent under Wine; -- --host for the COM host only,
                       -- --short for its 64-bit program only
npm run test:nightly   run every test at full size, attacks, crashes and the soak test: hours
npm run test:alerts    check and fire the alerts for Prometheus with promtool
npm run test:clients   run client libraries of QuickBooks Online on a sandbox and a company file
npm run test:connector run one contract on every kind of realm, and the libraries over the Web Connector
npm run test:unit      run the unit tests; -w packages/NAME for one package, -- PATH for some files
npm run dev            run everything from the sources and reload it on every change
npm run check          check types, lint, package boundaries, structure, citations, wording and spelling
npm run audit          look for advisories about the packages of a production install
npm run windows:build  build the installer of the agent for Windows and the files of its update;
                       -- --release-keys FILE has the public keys that sign the next one
npm run build          build the pages
npm run migrate        apply pending migrations to the database at DATABASE_URL;
                       -- --service-role NAME lets the role of servers and gateways use the tables;
                       -- --check says what it would do, and does nothing;
                       -- --resolve completes a migration that an earlier version left half-way
npm run migration NAME write a migration for the changes of the schema
npm run billing        -- check compares subscriptions with Stripe; -- enterprise ORG, -- standard ORG set the plan
npm run users          -- reset-second-factor EMAIL, -- end-sessions EMAIL
npm run connector      -- FILE.qwc --simulate --password PASSWORD runs a simulated Web Connector; --once for one update
npm run bench          measure against comparable software; -- NAME for one part, such as billing-gate
npm run crash          kill servers, gateways and agents during writes; -- --seeds N, or -- --seed N for one run;
                       -- connector with the Web Connector, -- transports with both transports,
                       -- com with COM under Wine, whose host and QuickBooks are killed, too;
                       -- billing kills servers during random lives of subscriptions
npm run soak           run two servers, two gateways and 200 agents while they end and restart, and check the books;
                       -- --minutes N, --rolling for a rolling restart only, --agents N, --seed N
npm run attack         attack a running service, and count what held; -- NAME for some groups, such as oauth
`

/** Runs a command (`start`, `dev`, `test`, `check`, …) and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await runCommand(args)
  } catch (error) {
    if (error instanceof Stopped) process.stdout.write('Stopped.\n')
    else if (error instanceof CommandError) process.stderr.write(`✗ ${error.message}\n`)
    else process.stderr.write(`✗ ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
    process.exitCode = error instanceof Stopped ? 130 : 1
  }
  // Open sockets must not keep the process alive.
  process.exit()
}

async function runCommand(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseCommand(args)
  const command = commands[positionals[0] ?? '']
  if (!command) {
    process.stderr.write(usage)
    return 1
  }
  await terminalProgress.step('Database client', () => requireTasks('generate'))
  const {
    reset = false,
    yes = false,
    host = false,
    short = false,
    seeds,
    seed,
    'with-billing': withBilling = false,
  } = values
  const serviceRole = values['service-role']
  const { check = false, resolve = false } = values
  const releaseKeys = values['release-keys']
  const { 'date-of-commit': dateOfCommit = false, time, zone, at, 'slow-machine': slowMachine = false } = values
  const { simulate = false, password, once = false, minutes, agents, rolling = false } = values
  return command({
    reset,
    yes,
    name: positionals[1],
    args: positionals.slice(1),
    seeds,
    seed,
    withBilling,
    serviceRole,
    check,
    resolve,
    simulate,
    password,
    once,
    host,
    short,
    releaseKeys,
    dateOfCommit,
    time,
    zone,
    at,
    slowMachine,
    minutes,
    agents,
    rolling,
  })
}

function parseCommand(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reset: { type: 'boolean' },
        yes: { type: 'boolean' },
        seeds: { type: 'string' },
        seed: { type: 'string' },
        'with-billing': { type: 'boolean' },
        'service-role': { type: 'string' },
        check: { type: 'boolean' },
        resolve: { type: 'boolean' },
        simulate: { type: 'boolean' },
        password: { type: 'string' },
        once: { type: 'boolean' },
        host: { type: 'boolean' },
        short: { type: 'boolean' },
        minutes: { type: 'string' },
        agents: { type: 'string' },
        rolling: { type: 'boolean' },
        'release-keys': { type: 'string' },
        'date-of-commit': { type: 'boolean' },
        time: { type: 'string' },
        zone: { type: 'string' },
        at: { type: 'string' },
        'slow-machine': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

interface Flags {
  readonly reset: boolean
  readonly yes: boolean
  readonly name: string | undefined
  readonly args: readonly string[]
  readonly seeds: string | undefined
  readonly seed: string | undefined
  readonly withBilling: boolean
  readonly serviceRole: string | undefined
  readonly check: boolean
  readonly resolve: boolean
  readonly simulate: boolean
  readonly password: string | undefined
  readonly once: boolean
  readonly host: boolean
  readonly short: boolean
  readonly releaseKeys: string | undefined
  readonly dateOfCommit: boolean
  readonly time: string | undefined
  readonly zone: string | undefined
  readonly at: string | undefined
  readonly slowMachine: boolean
  readonly minutes: string | undefined
  readonly agents: string | undefined
  readonly rolling: boolean
}

/** Loads a command when it runs: some import the generated database client. */
const commands: Record<string, (flags: Flags) => Promise<number>> = {
  start: async (flags) => (await import('./commands/start.ts')).start({ ...flags, watch: false }),
  dev: async (flags) => (await import('./commands/start.ts')).start({ ...flags, watch: true }),
  test: async ({ dateOfCommit }) => (await import('./commands/test.ts')).test({ dateOfCommit }),
  'test-at': async ({ name: date = '', time, zone }) =>
    (await import('./commands/test.ts')).testAt({ date, time, zone }),
  'test-journeys': async ({ at: date, time, zone, slowMachine: onSlowMachine }) =>
    (await import('./commands/test.ts')).testJourneys({
      time: date === undefined ? undefined : { date, time, zone },
      onSlowMachine,
    }),
  'test-slow': async () => (await import('./commands/test.ts')).testSlow(),
  'test-windows': async ({ host, short }) => (await import('./commands/test-windows.ts')).testWindows({ host, short }),
  'test-nightly': async () => (await import('./commands/test-nightly.ts')).testNightly(),
  'test-alerts': async () => (await import('./commands/test-alerts.ts')).testAlerts(),
  'windows-build': async ({ releaseKeys }) =>
    (await import('./commands/windows-build.ts')).buildWindows({ releaseKeys }),
  check: async () => (await import('./commands/check.ts')).check(),
  bench: async ({ args }) => (await import('./commands/bench.ts')).bench(args),
  billing: async ({ args }) => (await import('./commands/billing.ts')).billing(args),
  users: async ({ args }) => (await import('./commands/users.ts')).users(args),
  crash: async ({ name, seeds, seed }) => (await import('./commands/crash.ts')).crash({ subject: name, seeds, seed }),
  connector: async ({ name, simulate, password, once }) =>
    (await import('./commands/connector.ts')).connector({ file: name, simulate, password, once, signal: stopSignal() }),
  soak: async ({ minutes, agents, seed, rolling }) =>
    (await import('./commands/soak.ts')).soak({ minutes, agents, seed, rolling }),
  attack: async ({ args }) => (await import('./commands/attack.ts')).attack(args),
  audit: async () => (await import('./commands/audit.ts')).audit(),
  build: async () => (await import('./commands/build.ts')).build(),
  migrate: async (flags) => (await import('./commands/migrate.ts')).migrate(flags),
  migration: async ({ name }) => (await import('./commands/migration.ts')).migration(name),
  'serve-tests': async () => (await import('./commands/serve-tests.ts')).serveTests(),
}
