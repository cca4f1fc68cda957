DROP INDEX "users_first_name";--> statement-breakpoint
DROP INDEX "users_last_name";--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree (lower("first_name") text_pattern_ops,lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree (lower("last_name") text_pattern_ops,lower("first_name") text_pattern_ops);