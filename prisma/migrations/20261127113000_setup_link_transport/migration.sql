-- Links to the set-up through a Web Connector.
ALTER TABLE "setup_link" ADD COLUMN "transport" "Transport" NOT NULL DEFAULT 'agent',
  ADD COLUMN "credentialId" TEXT;

-- Links that say that their company file was deleted.
CREATE TABLE "deleted_setup_link" (
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_setup_link_pkey" PRIMARY KEY ("tokenHash")
);
