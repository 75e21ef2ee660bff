import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The server lives outside Next's bundle (lib/bridge.ts), and so does the one thing that both share at run time.
  serverExternalPackages: ['@trpc/server'],
  transpilePackages: ['@bridge/faults', '@bridge/translation'],
  // `npm run check` does it, for the whole repository at once.
  typescript: { ignoreBuildErrors: true },
  experimental: { optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'] },
}

export default config
