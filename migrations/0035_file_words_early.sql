-- What was just written waits in a list that every search reads: as short as that of the other searches (0030).
ALTER INDEX "unity_declarations_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "passport_applications_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "users_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "contact_submissions_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "volunteer_submissions_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "partner_submissions_words" SET (gin_pending_list_limit = 1024);
