import { describeLibraries } from './client-libraries.suite.ts'

// `npm run test:connector` tries them on a realm of a Web Connector, too.
describeLibraries(['sandbox', 'agent'])
