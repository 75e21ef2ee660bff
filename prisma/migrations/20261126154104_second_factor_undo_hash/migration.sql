CREATE UNIQUE INDEX CONCURRENTLY "second_factor_undoHash_key" ON "second_factor"("undoHash");
