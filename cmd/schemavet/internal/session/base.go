package session

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gitrev"
)

// BaseCommit returns the commit that rev names and its name for messages. If rev is
// "", it is the commit at which HEAD left the default branch.
func BaseCommit(repo *gitrev.Repo, rev string) (commit, name string, err error) {
	if rev == "" {
		branch, err := repo.DefaultBranch()
		if err != nil {
			return "", "", err
		}
		if commit, err = repo.MergeBase(branch); err != nil {
			return "", "", err
		}
		rev = branch
	} else if commit, err = repo.Resolve(rev); err != nil {
		return "", "", err
	}
	if strings.HasPrefix(commit, rev) {
		return commit, commit[:12], nil
	}
	return commit, fmt.Sprintf("%s (%s)", rev, commit[:12]), nil
}
