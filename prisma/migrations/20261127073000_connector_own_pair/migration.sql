-- Each credential has its own OwnerID and FileID from now on. Earlier ones keep those of their realm.
ALTER TABLE "connector_credential"
  ADD COLUMN "ownerId" UUID,
  ADD COLUMN "provedAt" TIMESTAMPTZ(3),
  ADD COLUMN "otherFileIds" UUID[] DEFAULT ARRAY[]::UUID[],
  ADD COLUMN "companyFilePath" TEXT,
  ADD COLUMN "isClosed" BOOLEAN NOT NULL DEFAULT false;

-- An update stores the name of its PC once its company file is proved.
UPDATE "connector_credential" SET "provedAt" = "createdAt" WHERE "machine" IS NOT NULL;
