CREATE TABLE "list_choices" (
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"columns" jsonb,
	"views" jsonb NOT NULL,
	"default_view" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "list_choices_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
ALTER TABLE "list_choices" ADD CONSTRAINT "list_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;