import { describeLibraries } from './client-libraries.suite.ts'

// `npm run test:connector` tries them through a Web Connector, too.
describeLibraries(['sandbox', 'agent'])
