-- The PCs of a Web Connector's credential, which show its use on two of them.
ALTER TABLE "connector_credential"
  ADD COLUMN "machine" TEXT,
  ADD COLUMN "formerMachine" TEXT,
  ADD COLUMN "machineChangedAt" TIMESTAMPTZ(3);
