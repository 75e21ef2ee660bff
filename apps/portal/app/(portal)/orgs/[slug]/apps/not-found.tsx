import { GoneApp } from '../../../../../features/apps/gone-app.tsx'

export default function AppNotFound() {
  return <GoneApp />
}
