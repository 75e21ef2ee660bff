import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The server is not part of Next's bundle (see lib/bridge.ts), so the modules that both use must stay outside, too.
  serverExternalPackages: ['@trpc/server'],
  transpilePackages: [
    '@bridge/faults',
    '@bridge/qbxml',
    '@bridge/translation',
    '@bridge/emulator',
    '@bridge/agent-protocol',
  ],
  // `npm run check` checks the types of the whole repository.
  typescript: { ignoreBuildErrors: true },
  experimental: { optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'] },
}

export default config
