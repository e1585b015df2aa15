// Package s3 stores files in a bucket of Amazon S3, or of a service with the same protocol. A program that
// lists it accepts addresses of buckets in the setting files:
//
//	app.Program{Files: s3.Open}.Main(config.All()...)
//
//	--files 's3://bucket/folder?endpoint=https://minio.example.com&region=eu-central-1'
//
// Credentials come from the environment, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or else from the
// shared credentials file, or else from the machine's role.
package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"example.com/resourceful/framework/files"
)

// partSize is the size of a part in memory: the minimum of S3. A file may have 10,000 parts.
const partSize = 5 << 20

// bucket implements files.Store with a folder of a bucket.
type bucket struct {
	client       *minio.Client
	name, folder string
}

// Open returns the store at an address such as s3://bucket/folder. Its parameters are region, and endpoint
// for another service than Amazon's, with its scheme. The bucket has to exist.
func Open(ctx context.Context, address string) (files.Store, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
		return nil, errors.New("the address of a bucket is s3://bucket or s3://bucket/folder; credentials belong into the environment")
	}
	endpoint := &url.URL{Scheme: "https", Host: "s3.amazonaws.com"}
	query := u.Query()
	for name := range query {
		if name != "endpoint" && name != "region" {
			return nil, fmt.Errorf("the address of a bucket has no parameter %q; write endpoint or region", name)
		}
	}
	if text := query.Get("endpoint"); text != "" {
		if endpoint, err = url.Parse(text); err != nil || endpoint.Scheme != "http" && endpoint.Scheme != "https" || endpoint.Host == "" {
			return nil, fmt.Errorf("endpoint=%s is not an address; write one such as https://minio.example.com", text)
		}
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Secure: endpoint.Scheme == "https", Region: query.Get("region"),
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{Client: http.DefaultClient},
		}),
	})
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", u.Host, err)
	}
	b := &bucket{client: client, name: u.Host}
	if folder := strings.Trim(u.Path, "/"); folder != "" {
		b.folder = folder + "/"
	}
	switch there, err := client.BucketExists(ctx, b.name); {
	case err != nil:
		return nil, fmt.Errorf("bucket %s: %w", b.name, err)
	case !there:
		return nil, fmt.Errorf("there is no bucket %s; make it, or write the name of another", b.name)
	}
	return b, nil
}

// Put sends the file in parts. After an error it aborts them, so that no file remains.
func (b *bucket) Put(ctx context.Context, key string, content io.Reader) (size int64, err error) {
	first, length := make([]byte, 1), int64(-1)
	switch _, err := io.ReadFull(content, first); {
	case err == io.EOF: // an empty file has no parts
		content, length = bytes.NewReader(nil), 0
	case err != nil:
		return 0, err
	default:
		content = io.MultiReader(bytes.NewReader(first), content)
	}
	info, err := b.client.PutObject(ctx, b.name, b.folder+key, content, length, minio.PutObjectOptions{
		PartSize: partSize, NumThreads: 1, ContentType: "application/octet-stream",
		DisableContentSha256: true, SendContentMd5: true,
	})
	if code := minio.ToErrorResponse(err).StatusCode; code == http.StatusInsufficientStorage {
		return 0, fmt.Errorf("%w: %w", files.ErrFull, err)
	}
	if err != nil {
		return 0, fmt.Errorf("send a file to the bucket: %w", err)
	}
	return info.Size, nil
}

// Open checks that the file exists; each read then requests the content from its position.
func (b *bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	object, err := b.client.GetObject(ctx, b.name, b.folder+key, minio.GetObjectOptions{})
	if err == nil {
		if _, err = object.Stat(); err != nil {
			_ = object.Close()
		}
	}
	switch {
	case err == nil:
		return object, nil
	case minio.ToErrorResponse(err).StatusCode == http.StatusNotFound:
		return nil, files.ErrNotFound
	default:
		return nil, fmt.Errorf("open a file of the bucket: %w", err)
	}
}

func (b *bucket) Remove(ctx context.Context, key string) error {
	if err := b.client.RemoveObject(ctx, b.name, b.folder+key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove a file of the bucket: %w", err)
	}
	return nil
}

func (b *bucket) List(ctx context.Context, prefix string, each func(files.Stored) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing if each stops it
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.folder + prefix, Recursive: true}) {
		if object.Err != nil {
			return fmt.Errorf("list the bucket: %w", object.Err)
		}
		if err := each(files.Stored{Key: strings.TrimPrefix(object.Key, b.folder), Modified: object.LastModified}); err != nil {
			return err
		}
	}
	return nil
}
