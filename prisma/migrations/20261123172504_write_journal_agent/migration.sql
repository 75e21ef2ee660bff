-- Both are null for writes that were sent before.
ALTER TABLE "write_journal" ADD COLUMN "agentTokenId" TEXT, ADD COLUMN "companyFile" TEXT;
