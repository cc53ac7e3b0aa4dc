// Package bucket puts files into a bucket of an S3-compatible storage, such as Amazon's, MinIO's or Backblaze's.
package bucket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Bucket is a bucket, or a folder of one. Its errors hold no secret.
type Bucket struct {
	client *minio.Client
	name   string
	folder string // "" or with a slash at its end
}

// tries are how often a request is sent to a storage that doesn't answer well, in some seconds.
const tries = 4

var errAddress = errors.New("must be s3://KEY:SECRET@host/bucket, with a folder after it where you like, and " +
	"?region=… or ?tls=none where the storage asks for it")

// Parse reads s3://KEY:SECRET@host/bucket/folder?region=ap-south-1. tls=none is for storage on the same machine.
// Nothing is asked of the storage yet.
func Parse(address string) (*Bucket, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "s3" || parsed.Host == "" || parsed.User == nil {
		return nil, errAddress // url.Parse's own error would show the secret
	}
	secret, _ := parsed.User.Password()
	name, folder, _ := strings.Cut(strings.Trim(parsed.Path, "/"), "/")
	query := parsed.Query()
	for key := range query {
		if key != "region" && key != "tls" {
			return nil, errAddress
		}
	}
	if tls := query.Get("tls"); parsed.User.Username() == "" || secret == "" || name == "" || tls != "" && tls != "none" {
		return nil, errAddress
	}
	client, err := minio.New(parsed.Host, &minio.Options{Secure: query.Get("tls") != "none", Region: query.Get("region"),
		Creds: credentials.NewStaticV4(parsed.User.Username(), secret, ""), MaxRetries: tries})
	if err != nil {
		return nil, errAddress
	}
	if folder != "" {
		folder += "/"
	}
	return &Bucket{client: client, name: name, folder: folder}, nil
}

// Host is where the storage answers.
func (b *Bucket) Host() string { return b.client.EndpointURL().Host }

// Exposed reports whether what is sent crosses the network readable for everyone.
func (b *Bucket) Exposed() bool {
	address := b.client.EndpointURL()
	host := address.Hostname()
	return address.Scheme == "http" && host != "localhost" && host != "127.0.0.1" && host != "::1"
}

// Put stores a file under a name, and returns once the storage has confirmed its content by a checksum, and its size.
func (b *Bucket) Put(ctx context.Context, name, path string) error {
	// One part at a time: a backup has the night, and the server's memory is for its guests.
	sent, err := b.client.FPutObject(ctx, b.name, b.folder+name, path,
		minio.PutObjectOptions{ContentType: "application/vnd.sqlite3", SendContentMd5: true, NumThreads: 1})
	if err != nil {
		return fmt.Errorf("put %s into storage: %w", name, err)
	}
	there, err := b.client.StatObject(ctx, b.name, b.folder+name, minio.StatObjectOptions{})
	if err == nil && there.Size != sent.Size {
		err = fmt.Errorf("%d bytes are there of %d", there.Size, sent.Size)
	}
	if err != nil {
		return fmt.Errorf("look at %s in storage: %w", name, err)
	}
	return nil
}

// Names are those of the files in the bucket's folder.
func (b *Bucket) Names(ctx context.Context) (names []string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing where it is left early
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.folder}) {
		err = cmp.Or(err, object.Err)
		names = append(names, strings.TrimPrefix(object.Key, b.folder))
	}
	if err != nil {
		return nil, fmt.Errorf("list what is in storage: %w", err)
	}
	return names, nil
}

// Remove deletes the file of this name.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	if err := b.client.RemoveObject(ctx, b.name, b.folder+name, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove %s from storage: %w", name, err)
	}
	return nil
}
