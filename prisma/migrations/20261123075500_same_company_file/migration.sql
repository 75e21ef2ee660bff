-- The company file of a write, so that it is looked up nowhere else.
ALTER TABLE "realm_session" ADD COLUMN "fileId" UUID;
ALTER TABLE "write_journal" ADD COLUMN "transport" "Transport" NOT NULL DEFAULT 'agent', ADD COLUMN "fileId" UUID;
