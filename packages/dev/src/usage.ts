/** All commands, as `npm run` has them. */
export const usage = `npm start              run everything; -- --reset deletes all data first (--yes: without asking);
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
npm run test:chart     check the Helm chart, and compare what it renders with the plain manifests
npm run test:deployment install an earlier release on a bare Debian with systemd, upgrade, roll back and restore it;
                       -- --from ARCHIVE names the earlier release
npm run test:upgrade   migrate a database of an earlier commit while its statements run; -- --from COMMIT,
                       --megabytes N
npm run test:clients   run client libraries of QuickBooks Online on a sandbox and a company file;
                       -- --library FOLDER runs a checkout of one of them; --record replaces its recording
npm run test:connector run one contract on every kind of realm, and the libraries over the Web Connector
npm run test:unit      run the unit tests; -w packages/NAME for one package, -- PATH for some files
npm run dev            run everything from the sources and reload it on every change
npm run check          check types, lint, package boundaries, structure, citations, wording and spelling
npm run audit          look for advisories about the packages of a production install
npm run windows:build  build the installer of the agent for Windows and the files of its update;
                       -- --release-keys FILE has the public keys that sign the next one
npm run build          build the pages
npm run pictures       draw the icons and pictures that are made from the mark
npm run walk           record what npm start, the first call and npm test print, as docs/walk.md;
                       -- --without-tests records no tests
npm run release        pack the built programs with their packages, for machines with nothing but Node;
                       -- --folder FOLDER leaves them unpacked there
npm run migrate        apply pending migrations to the database at DATABASE_URL;
                       -- --service-role NAME lets the role of servers and gateways use the tables;
                       -- --check says what it would do, and does nothing;
                       -- --resolve completes a migration that an earlier version left half-way
npm run migration NAME write a migration for the changes of the schema
npm run doctor         examine a deployment from this machine, with the variables of a server: database, gateways,
                       public address, mail, sign-in, Stripe
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
npm run audit-books    post a month of papers into both kinds of realm, and compare each figure of the reports with them
npm run truth          -- FILE compares a report of edge-agent verify with the product, and keeps it; --check only compares
npm run attack         attack a running service, and count what held; -- NAME for some groups, such as oauth
`
