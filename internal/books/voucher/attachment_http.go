package voucher

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	attachNote = "A PDF as it is, or a picture without anything but its pixels; its type is found in its content, and " +
		"its name is made to end as that says. Positions are 1 to 9. One that is taken is refused, unless the same file is " +
		"there, which changes nothing."
	detachNote = "Until the business day on which it was added is closed. After that it is evidence, and stays."
)

// attachmentRoutes are the endpoints of what is attached to vouchers.
func (s *Service) attachmentRoutes() []web.Route {
	const all = "/api/vouchers/{orgId}/{voucherId}/attachments"
	const one = all + "/{position}"
	return []web.Route{
		web.Get(all, may.View(may.Accounts), s.httpAttachments, "List what is attached to a voucher"),
		web.Upload(one, may.Update(may.Accounts), s.httpAttach, "Attach a paper to a voucher", shelf.MaxFile,
			shelf.PaperTypes...).With(attachNote).AnyVersion(),
		web.Download(one, may.View(may.Accounts), s.httpAttachment, "Download what is attached to a voucher",
			shelf.PaperTypes...),
		web.Delete(one, may.Delete(may.Accounts), s.httpDetach, "Remove what is attached to a voucher").With(detachNote),
	}
}

// AttachmentView is a paper behind a voucher, without its content.
type AttachmentView struct {
	Position    int       `json:"position" example:"1"`
	Name        string    `json:"name" example:"lease.pdf"`
	Type        string    `json:"type" enum:"application/pdf,image/png,image/jpeg,image/webp" example:"application/pdf"`
	Size        int64     `json:"size" doc:"Bytes, as it is stored" example:"182300"`
	Date        string    `json:"date" doc:"The business day on which it was added" example:"2026-04-14"`
	AddedBy     string    `json:"addedBy" example:"665f1c2ab7e4d90012ab34d0"`
	AddedByName string    `json:"addedByName" example:"Meera Nair"`
	AddedAt     date.Time `json:"addedAt"`
}

func (a Attachment) view() AttachmentView {
	return AttachmentView{Position: a.Position, Name: a.Name, Type: a.Type, Size: a.Size, Date: string(a.Day),
		AddedBy: a.AddedBy, AddedByName: a.AddedByName, AddedAt: date.Time(a.AddedAt)}
}

func (s *Service) httpAttachments(ctx context.Context, sc scope.Scope, in *voucherInput) (
	*web.Data[[]AttachmentView], error) {
	list, err := s.listAttachments(ctx, sc, in.VoucherID.String())
	views := make([]AttachmentView, len(list))
	for i, a := range list {
		views[i] = a.view()
	}
	return web.Reply(views, err)
}

type attachmentInput struct {
	VoucherID web.ID `path:"voucherId" doc:"The voucher's id"`
	Position  int    `path:"position" minimum:"1" maximum:"9" doc:"Which of its attachments"`
}

type attachInput struct {
	VoucherID web.ID `path:"voucherId" doc:"The voucher's id"`
	Position  int    `path:"position" minimum:"1" maximum:"9" doc:"Which of its attachments"`
	web.FileBody
}

func (s *Service) httpAttach(ctx context.Context, sc scope.Scope, in *attachInput, f file.File) (
	*web.Data[AttachmentView], error) {
	a, err := s.attach(ctx, sc, in.VoucherID.String(), in.Position, f)
	return web.Reply(a.view(), err)
}

func (s *Service) httpAttachment(ctx context.Context, sc scope.Scope, in *attachmentInput) (*file.File, error) {
	f, err := s.attachment(ctx, sc, in.VoucherID.String(), in.Position)
	if err != nil {
		return nil, err
	}
	return &f, nil
}

func (s *Service) httpDetach(ctx context.Context, sc scope.Scope, in *attachmentInput) (*web.Message, error) {
	if err := s.detach(ctx, sc, in.VoucherID.String(), in.Position); err != nil {
		return nil, err
	}
	return web.Done("The attachment is removed."), nil
}
