import { GoneCompanyFile } from '../../../../../features/company-files/company-file-frame.tsx'

export default function CompanyFileNotFound() {
  return <GoneCompanyFile />
}
