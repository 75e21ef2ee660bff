import { NoSuchPage } from '../../../../../../features/company-files/no-such-page.tsx'

export default function CompanyFilePageNotFound() {
  return <NoSuchPage />
}
